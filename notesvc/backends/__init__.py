"""Where files may lie: a local folder, S3 and WebDAV, each one file, behind one interface."""

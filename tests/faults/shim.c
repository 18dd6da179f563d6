/* Preloaded into the service by the fault tests: stands between it and the disk. Below one folder it
 * (a) makes the operations numbered first..last fail with an error, counted over all processes;
 * (b) writes every operation that changes something to a log, in order, with its data.
 * What to do is told by a small file that all processes map: struct control, in step with shim.py.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* Not through headers that rename them for large files: both names of each are defined below. */
#undef open
#undef openat

enum operation { OPEN = 1, WRITE, SYNC, SYNCED, TRUNCATE, ALLOCATE, RENAME, LINK, UNLINK, MKDIR, RMDIR, READ };
enum { FAIL = 1, LOG = 2 };

struct control {
    uint32_t mode;
    int32_t error;
    int64_t first, last; /* 1 is the first operation that matches */
    int64_t seen;
    int64_t failed;
    uint32_t failed_operation;
    uint32_t unused;
    char failed_path[512];
    char below[512];
    char log[512];
};

struct record {
    uint32_t operation;
    int32_t thread;
    uint64_t inode;
    int64_t offset; /* flags for OPEN */
    uint32_t size, path, second_path;
    uint32_t unused;
};

static struct control *control;

static long raw_open(const char *path, int flags, int mode) { return syscall(SYS_openat, AT_FDCWD, path, flags, mode); }

__attribute__((constructor)) static void prepare(void)
{
    const char *path = getenv("FAULTS_CONTROL");
    long fd = path ? raw_open(path, O_RDWR | O_CLOEXEC, 0) : -1;
    if (fd < 0)
        return;
    void *at = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, (int)fd, 0);
    syscall(SYS_close, fd);
    if (at != MAP_FAILED)
        control = at;
}

static int is_on(void) { return control && __atomic_load_n(&control->mode, __ATOMIC_SEQ_CST); }

static int is_below(const char *path)
{
    size_t size = strlen(control->below);
    return size && !strncmp(path, control->below, size) && (path[size] == '/' || !path[size]);
}

/* The absolute path of `path` seen from the folder `fd`; 0 where it is none of ours. */
static int named(char *found, int fd, const char *path)
{
    char link[64];
    ssize_t size = 0;
    if (!path)
        return 0;
    if (path[0] == '/')
        return snprintf(found, PATH_MAX, "%s", path) < PATH_MAX && is_below(found);
    if (fd == AT_FDCWD)
        snprintf(link, sizeof link, "/proc/self/cwd");
    else
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    size = syscall(SYS_readlinkat, AT_FDCWD, link, found, PATH_MAX - 1);
    if (size < 0)
        return 0;
    snprintf(found + size, (size_t)(PATH_MAX - size), "/%s", path);
    return is_below(found);
}

/* The path and inode of an open file or folder; 0 where it is none of ours. */
static int opened(char *found, int fd, uint64_t *inode)
{
    char link[64];
    struct stat status;
    int before = errno, ours = 0;
    if (is_on() && !fstat(fd, &status) && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        ssize_t size = syscall(SYS_readlinkat, AT_FDCWD, link, found, PATH_MAX - 1);
        if (size > 0) {
            found[size] = 0;
            *inode = status.st_ino;
            ours = is_below(found);
        }
    }
    errno = before;
    return ours;
}

/* Whether this operation could fail with the error in question on a real disk. */
static int can_fail(enum operation operation, int flags)
{
    int changes = operation != READ && !(operation == OPEN && (flags & O_ACCMODE) == O_RDONLY && !(flags & O_CREAT));
    switch (control->error) {
    case EIO:
        return 1;
    case EMFILE:
        return operation == OPEN;
    case ENOSPC:
        return changes && operation != SYNC && operation != UNLINK && operation != RMDIR && operation != TRUNCATE
            && !(operation == OPEN && !(flags & O_CREAT));
    case EROFS:
        return changes && operation != WRITE && operation != SYNC && operation != ALLOCATE;
    default:
        return changes;
    }
}

static int fails(enum operation operation, int flags, const char *path)
{
    if (!(control->mode & FAIL) || !can_fail(operation, flags))
        return 0;
    int64_t number = __atomic_add_fetch(&control->seen, 1, __ATOMIC_SEQ_CST);
    if (number < control->first || number > control->last)
        return 0;
    if (__atomic_fetch_add(&control->failed, 1, __ATOMIC_SEQ_CST) == 0) {
        control->failed_operation = operation;
        snprintf(control->failed_path, sizeof control->failed_path, "%s", path);
    }
    errno = control->error;
    return 1;
}

static void note(struct record head, const char *path, const char *second, const struct iovec *data, int pieces)
{
    struct iovec all[16];
    int before = errno, count = 3;
    if (!(control->mode & LOG))
        return;
    head.thread = (int32_t)syscall(SYS_gettid);
    head.path = path ? (uint32_t)strlen(path) : 0;
    head.second_path = second ? (uint32_t)strlen(second) : 0;
    all[0] = (struct iovec){ &head, sizeof head };
    all[1] = (struct iovec){ (void *)path, head.path };
    all[2] = (struct iovec){ (void *)second, head.second_path };
    for (uint32_t left = head.size; pieces-- && left && count < 16; data++) {
        size_t size = data->iov_len < left ? data->iov_len : left;
        all[count++] = (struct iovec){ data->iov_base, size };
        left -= (uint32_t)size;
    }
    long fd = raw_open(control->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd >= 0) {
        syscall(SYS_writev, fd, all, count);
        syscall(SYS_close, fd);
    }
    errno = before;
}

static int open_it(int folder, const char *path, int flags, int mode)
{
    char found[PATH_MAX];
    int ours = is_on() && named(found, folder, path);
    struct stat status;
    if (ours && fails(OPEN, flags, found))
        return -1;
    int fd = (int)syscall(SYS_openat, folder, path, flags, mode);
    if (ours && fd >= 0 && flags & (O_CREAT | O_TRUNC) && !fstat(fd, &status))
        note((struct record){ OPEN, 0, status.st_ino, flags, 0, 0, 0, 0 }, found, NULL, NULL, 0);
    return fd;
}

#define MODE_OF(flags, mode)                        \
    int mode = 0;                                   \
    if ((flags) & O_CREAT || ((flags) & O_TMPFILE) == O_TMPFILE) { \
        va_list rest;                               \
        va_start(rest, flags);                      \
        mode = va_arg(rest, int);                   \
        va_end(rest);                               \
    }

int open(const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_it(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_it(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_it(folder, path, flags, mode);
}
int openat64(int folder, const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_it(folder, path, flags, mode);
}
int __open_2(const char *path, int flags) { return open_it(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_it(AT_FDCWD, path, flags, 0); }

/* A write at `offset`, or where the file stands when that is negative. */
static ssize_t write_it(int fd, const struct iovec *data, int pieces, int64_t offset)
{
    char path[PATH_MAX];
    uint64_t inode;
    int ours = opened(path, fd, &inode);
    if (ours && fails(WRITE, 0, path))
        return -1;
    ssize_t size = offset < 0 ? syscall(SYS_writev, fd, data, pieces)
                              : syscall(SYS_pwritev, fd, data, pieces, (long)offset, 0L);
    if (ours && size > 0) {
        if (offset < 0)
            offset = syscall(SYS_lseek, fd, 0L, SEEK_CUR) - size;
        note((struct record){ WRITE, 0, inode, offset, (uint32_t)size, 0, 0, 0 }, path, NULL, data, pieces);
    }
    return size;
}

ssize_t write(int fd, const void *data, size_t size)
{
    return write_it(fd, &(struct iovec){ (void *)data, size }, 1, -1);
}
ssize_t writev(int fd, const struct iovec *data, int pieces) { return write_it(fd, data, pieces, -1); }
ssize_t pwrite(int fd, const void *data, size_t size, off_t offset)
{
    return write_it(fd, &(struct iovec){ (void *)data, size }, 1, offset);
}
ssize_t pwrite64(int fd, const void *data, size_t size, off_t offset) { return pwrite(fd, data, size, offset); }

/* Copies inside the kernel would go past us: whoever tries them falls back to reading and writing. */
ssize_t copy_file_range(int from, off_t *at, int to, off_t *there, size_t size, unsigned flags)
{
    char path[PATH_MAX];
    uint64_t inode;
    if (opened(path, to, &inode)) {
        errno = ENOSYS;
        return -1;
    }
    return syscall(SYS_copy_file_range, from, at, to, there, size, flags);
}
ssize_t sendfile(int to, int from, off_t *offset, size_t size)
{
    char path[PATH_MAX];
    uint64_t inode;
    if (opened(path, to, &inode)) {
        errno = ENOTSOCK;
        return -1;
    }
    return syscall(SYS_sendfile, to, from, offset, size);
}
ssize_t sendfile64(int to, int from, off_t *offset, size_t size) { return sendfile(to, from, offset, size); }

ssize_t pread(int fd, void *data, size_t size, off_t offset)
{
    char path[PATH_MAX];
    uint64_t inode;
    if (opened(path, fd, &inode) && fails(READ, 0, path))
        return -1;
    return syscall(SYS_pread64, fd, data, size, offset);
}
ssize_t pread64(int fd, void *data, size_t size, off_t offset) { return pread(fd, data, size, offset); }

/* Only what was written before a sync began is on disk when it returns: both moments are noted. */
static int sync_it(int fd, long call)
{
    char path[PATH_MAX];
    uint64_t inode;
    int ours = opened(path, fd, &inode);
    if (ours && fails(SYNC, 0, path))
        return -1;
    if (ours)
        note((struct record){ SYNC, 0, inode, 0, 0, 0, 0, 0 }, path, NULL, NULL, 0);
    int result = (int)syscall(call, fd);
    if (ours && !result)
        note((struct record){ SYNCED, 0, inode, 0, 0, 0, 0, 0 }, path, NULL, NULL, 0);
    return result;
}
int fsync(int fd) { return sync_it(fd, SYS_fsync); }
int fdatasync(int fd) { return sync_it(fd, SYS_fdatasync); }

int ftruncate(int fd, off_t size)
{
    char path[PATH_MAX];
    uint64_t inode;
    int ours = opened(path, fd, &inode);
    if (ours && fails(TRUNCATE, 0, path))
        return -1;
    int result = (int)syscall(SYS_ftruncate, fd, size);
    if (ours && !result)
        note((struct record){ TRUNCATE, 0, inode, size, 0, 0, 0, 0 }, path, NULL, NULL, 0);
    return result;
}
int ftruncate64(int fd, off_t size) { return ftruncate(fd, size); }

static int allocate_it(int fd, int mode, off_t offset, off_t size)
{
    char path[PATH_MAX];
    uint64_t inode;
    int ours = opened(path, fd, &inode);
    if (ours && fails(ALLOCATE, 0, path))
        return -1;
    int result = (int)syscall(SYS_fallocate, fd, mode, offset, size);
    if (ours && !result && !(mode & FALLOC_FL_KEEP_SIZE))
        note((struct record){ ALLOCATE, 0, inode, offset + size, 0, 0, 0, 0 }, path, NULL, NULL, 0);
    return result;
}
int fallocate(int fd, int mode, off_t offset, off_t size) { return allocate_it(fd, mode, offset, size); }
int fallocate64(int fd, int mode, off_t offset, off_t size) { return allocate_it(fd, mode, offset, size); }
int posix_fallocate(int fd, off_t offset, off_t size) { return allocate_it(fd, 0, offset, size) ? errno : 0; }
int posix_fallocate64(int fd, off_t offset, off_t size) { return posix_fallocate(fd, offset, size); }

static int name_it(enum operation operation, const char *path, int folder, long call, long flags)
{
    char found[PATH_MAX];
    int ours = is_on() && named(found, folder, path);
    if (ours && fails(operation, 0, found))
        return -1;
    int result = (int)syscall(call, folder, path, flags);
    if (ours && !result)
        note((struct record){ operation, 0, 0, 0, 0, 0, 0, 0 }, found, NULL, NULL, 0);
    return result;
}
int mkdir(const char *path, mode_t mode) { return name_it(MKDIR, path, AT_FDCWD, SYS_mkdirat, mode); }
int mkdirat(int folder, const char *path, mode_t mode) { return name_it(MKDIR, path, folder, SYS_mkdirat, mode); }
int unlink(const char *path) { return name_it(UNLINK, path, AT_FDCWD, SYS_unlinkat, 0); }
int rmdir(const char *path) { return name_it(RMDIR, path, AT_FDCWD, SYS_unlinkat, AT_REMOVEDIR); }
int unlinkat(int folder, const char *path, int flags)
{
    return name_it(flags & AT_REMOVEDIR ? RMDIR : UNLINK, path, folder, SYS_unlinkat, flags);
}

static int rename_it(int from, const char *old, int to, const char *new, unsigned flags)
{
    char found[PATH_MAX], second[PATH_MAX];
    int ours = is_on() && named(found, from, old) | named(second, to, new);
    if (ours && fails(RENAME, 0, second))
        return -1;
    int result = (int)syscall(SYS_renameat2, from, old, to, new, flags);
    if (ours && !result)
        note((struct record){ RENAME, 0, 0, 0, 0, 0, 0, 0 }, found, second, NULL, 0);
    return result;
}
int rename(const char *old, const char *new) { return rename_it(AT_FDCWD, old, AT_FDCWD, new, 0); }
int renameat(int from, const char *old, int to, const char *new) { return rename_it(from, old, to, new, 0); }
int renameat2(int from, const char *old, int to, const char *new, unsigned flags)
{
    return rename_it(from, old, to, new, flags);
}

static int link_it(int from, const char *old, int to, const char *new, int flags)
{
    char found[PATH_MAX], second[PATH_MAX];
    int ours = is_on() && named(found, from, old) | named(second, to, new);
    if (ours && fails(LINK, 0, second))
        return -1;
    int result = (int)syscall(SYS_linkat, from, old, to, new, flags);
    if (ours && !result)
        note((struct record){ LINK, 0, 0, 0, 0, 0, 0, 0 }, found, second, NULL, 0);
    return result;
}
int link(const char *old, const char *new) { return link_it(AT_FDCWD, old, AT_FDCWD, new, 0); }
int linkat(int from, const char *old, int to, const char *new, int flags) { return link_it(from, old, to, new, flags); }

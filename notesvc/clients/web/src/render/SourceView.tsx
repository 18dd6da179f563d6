/** Source within a line that blocks cannot say: pictures and embeds are shown, the rest stays quiet source. */

import { EmbedView } from "./EmbedView";
import { embedOf, namedWidth } from "./embeds";
import { Picture } from "./Media";

const PICTURE = /^!\[([^[\]\n]*)\]\(([^()\s]+)(?:\s+"[^"\n]*")?\)$/;

export function SourceView({ src }: { src: string }) {
  const picture = PICTURE.exec(src);
  if (picture) return <Picture url={picture[2] ?? ""} {...namedWidth(picture[1] ?? "")} isInline />;
  const embed = embedOf(src);
  if (embed) return <EmbedView embed={embed} isInline />;
  return <code className="raw-inline">{src}</code>;
}

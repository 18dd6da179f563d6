/** An SVG file as a picture: in an image nothing of it can run, be followed, or load anything from elsewhere. */
import { useComputedColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { client } from "../state/client";
import { drawingQuery } from "../state/files";
import { Opener } from "./Opener";
import { useReading } from "./reading";

const INK = /\bcurrentColor\b/g;

interface Props {
  url: string;
  name: string;
  className: string;
  width: number | undefined;
  absent: React.ReactNode;
}

export function Drawing({ url, name, className, width, absent }: Props) {
  const { isPaper } = useReading();
  const scheme = useComputedColorScheme("light");
  const { data, error } = useQuery(drawingQuery(url), client);
  if (error) return absent;
  if (data === undefined) return null;
  return (
    <Opener name={name}>
      <img
        className={className}
        src={asImage(data, isPaper ? null : scheme)}
        data-original={url}
        alt={name}
        width={width}
        decoding="async"
      />
    </Opener>
  );
}

/** What a drawing paints in the colour of the text around it, it paints in the page's ink. */
function asImage(source: string, scheme: "light" | "dark" | null): string {
  const ink = scheme && getComputedStyle(document.documentElement).getPropertyValue("--ink").trim();
  return `data:image/svg+xml,${encodeURIComponent(ink ? source.replace(INK, ink) : source)}`;
}

import "react";

declare module "react" {
  // Custom properties may be set where a style may be.
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}

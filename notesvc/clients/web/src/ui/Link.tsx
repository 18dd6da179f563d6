/** A link within the app. The router's own is drawn anew at each change of page; lists of hundreds need not be. */
import type { AnchorHTMLAttributes, MouseEvent, Ref } from "react";
import { navigate } from "wouter/use-browser-location";

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  ref?: Ref<HTMLAnchorElement>;
}

export function Link({ href, onClick, ...rest }: Props) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (isForBrowser(event)) return;
    onClick?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    navigate(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}

/** With a key held down, a click opens a window of its own. */
const isForBrowser = (event: MouseEvent) =>
  event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0;

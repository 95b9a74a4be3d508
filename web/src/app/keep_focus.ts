// Focus is never lost: when what had it goes away, is switched off or becomes inert, it comes to rest at the first element
// marked data-rest, or else at the heading.
export function restFocus(screen: ParentNode = document): void {
  const rest = screen.querySelector<HTMLElement>('[data-rest]') ?? screen.querySelector('h1');
  rest?.focus({ preventScroll: true });
}

export function keepFocus(screen: HTMLElement): { destroy: () => void } {
  let last: Element | undefined;
  const remember = (event: FocusEvent) => (last = event.target as Element);
  const isLost = () =>
    last !== undefined && (!last.isConnected || last.matches(':disabled, [inert] *')) &&
    (document.activeElement === document.body || document.activeElement === null || document.activeElement === last);
  const observer = new MutationObserver(() => {
    if (!isLost()) return;
    last = undefined;
    screen.focus({ preventScroll: true });
    restFocus(screen);
  });
  screen.addEventListener('focusin', remember);
  observer.observe(screen, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'inert'] });
  return {
    destroy: () => {
      screen.removeEventListener('focusin', remember);
      observer.disconnect();
    },
  };
}

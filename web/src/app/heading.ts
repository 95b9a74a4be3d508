// The heading of a screen, also of one that has to ask the engine before it can be drawn.
const patience = 5000;

export function headingOf(screen: HTMLElement): Promise<HTMLElement | undefined> {
  const look = () => screen.querySelector('h1') ?? undefined;
  const found = look();
  if (found) return Promise.resolve(found);
  return new Promise((done) => {
    const end = (heading: HTMLElement | undefined) => {
      observer.disconnect();
      clearTimeout(timer);
      done(heading);
    };
    const observer = new MutationObserver(() => {
      const heading = look();
      if (heading) end(heading);
    });
    observer.observe(screen, { childList: true, subtree: true });
    const timer = setTimeout(() => end(undefined), patience);
  });
}

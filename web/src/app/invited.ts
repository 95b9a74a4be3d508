// Where somebody was invited who has a look at the game first: the way back, for this tab.
const key = 'coset.invited';

export const invitedFrom = {
  keep(name: string): void {
    try {
      sessionStorage.setItem(key, JSON.stringify({ to: location.hash, name }));
    } catch {
      // The button of the browser leads back all the same.
    }
  },
  get(): { to: string; name: string } | undefined {
    try {
      const found = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { to?: unknown; name?: unknown } | null;
      return typeof found?.to === 'string' && found.to.startsWith('#/t/') && typeof found.name === 'string' ? { to: found.to, name: found.name } : undefined;
    } catch {
      return undefined;
    }
  },
  forget(): void {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // There was nothing to forget.
    }
  },
};

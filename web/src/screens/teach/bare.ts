// A screen that has a bar of its own, or none, has the page's away as long as it is shown.
export function bare(): () => void {
  const root = document.documentElement;
  root.dataset['bare'] = '';
  return () => delete root.dataset['bare'];
}

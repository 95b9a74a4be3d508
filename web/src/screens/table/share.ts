// Text goes out by the system's own sheet, or where there is none to the clipboard.

/** What has become of it; whoever closed the sheet knows that. */
export type Shared = 'shared' | 'cancelled' | 'copied' | 'failed';

export async function shareOut(text: string): Promise<Shared> {
  try {
    if (navigator.share) {
      await navigator.share({ text });
      return 'shared';
    }
  } catch (error) {
    if ((error as Error).name === 'AbortError') return 'cancelled';
  }
  return navigator.clipboard.writeText(text).then(() => 'copied', () => 'failed');
}

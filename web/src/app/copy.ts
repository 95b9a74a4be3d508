// Copying and sharing text, saving files, and whether a link made here leads anybody else anywhere.

/** False if the page may not copy: on plain http the browser has no clipboard for it. */
export async function copyOut(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** As a file of the device. */
export function saveFile(download: string, contents: Blob): void {
  const href = URL.createObjectURL(contents);
  Object.assign(document.createElement('a'), { href, download }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** How text was shared; a closed sheet needs no message. */
export type Shared = 'shared' | 'cancelled' | 'copied' | 'failed';

/** By the system's own sheet, or where there is none to the clipboard; a picture beside it as a file. */
export async function shareOut(text: string, picture?: File): Promise<Shared> {
  const files = picture && navigator.canShare?.({ files: [picture] }) ? { files: [picture] } : {};
  try {
    if (navigator.share && (!picture || 'files' in files)) {
      await navigator.share({ text, ...files });
      return 'shared';
    }
  } catch (error) {
    if ((error as Error).name === 'AbortError') return 'cancelled';
  }
  if (picture) saveFile(picture.name, picture);
  return (await copyOut(text)) ? 'copied' : 'failed';
}

/** Whether a host is the device itself: a link there leads everybody else to their own device. */
export const isLoopback = (host: string = location.hostname): boolean => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);

// Text goes out by the system's own sheet, or where there is none to the clipboard; a picture beside it as a file.
import { copyOut } from '../../app/copy.js';

/** The result; a closed sheet needs no message. */
export type Shared = 'shared' | 'cancelled' | 'copied' | 'failed';

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
  if (picture) save(picture);
  return (await copyOut(text)) ? 'copied' : 'failed';
}

function save(file: File): void {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

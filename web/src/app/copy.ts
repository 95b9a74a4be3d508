// Copying text, and whether a link made here leads anybody else anywhere.

/** False if the page may not copy: on plain http the browser has no clipboard for it. */
export async function copyOut(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a host is the device itself: a link there leads everybody else to their own device. */
export const isLoopback = (host: string = location.hostname): boolean => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);

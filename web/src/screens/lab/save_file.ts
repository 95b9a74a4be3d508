// Saves text as a file of the device.
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A file's name for what belongs to a group; long texts do not make names. */
export const fileName = (group: string, ending: string): string => `coset-${/^[\w^:]{1,24}$/.test(group) ? group.replace(/[:^]/g, '') : 'group'}.${ending}`;

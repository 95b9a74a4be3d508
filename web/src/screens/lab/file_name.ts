// The names of files that are saved.
/** A file's name for what belongs to a group; long texts do not make names. */
export const fileName = (group: string, ending: string): string => `coset-${/^[\w^:]{1,24}$/.test(group) ? group.replace(/[:^]/g, '') : 'group'}.${ending}`;

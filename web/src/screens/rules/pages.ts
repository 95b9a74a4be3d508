// The rulebook as it is read here: its pages, their headings, and a search over all of it.
import type { Token, Tokens } from 'marked';

export interface Heading {
  page: string;
  depth: number;
  text: string;
  slug: string;
}
export interface Section extends Heading {
  /** What stands under the heading, as plain text. */
  body: string;
}

export const pageNames = ['al-jabar', 'solitaire', 'mad-abel', 'other-groups'] as const;

export const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** Without what only those look for who work on the program: which test checks what. */
export function forReaders(markdown: string): string {
  return markdown
    .replace(/^> \*Test:\*.*(?:\n> .+)*\n?/gm, '')
    .replace(/^- \[Which test checks which clause\].*\n/gm, '')
    .replace(/^## Which test checks which clause\n[\s\S]*?(?=^## |(?![\s\S]))/gm, '')
    .replace(/\[([^\]]+)\]\((?:\.\.\/)+[^)]*\)/g, '$1');
}

/** Where a link of the rulebook leads to here; undefined: nowhere. */
export function placeOf(link: string, page: string): string | undefined {
  const found = /^(?:([a-z-]+)\.md)?(?:#(.*))?$/.exec(link);
  if (!found) return /^https?:/.test(link) ? link : undefined;
  const to = found[1] ?? page;
  if (!(pageNames as readonly string[]).includes(to)) return undefined;
  return `#/rules/${to}${found[2] ? `/${found[2]}` : ''}`;
}

const plain = (markdown: string) => markdown.replace(/[*`>|[\]#]/g, ' ').replace(/\([^)]*\.(?:md|cpp)[^)]*\)/g, ' ').replace(/\s+/g, ' ').trim();

export function sectionsOf(page: string, tokens: Token[]): Section[] {
  const sections: Section[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = token as Tokens.Heading;
      const text = plain(heading.text);
      sections.push({ page, depth: heading.depth, text, slug: slugOf(heading.text), body: '' });
    } else {
      const last = sections.at(-1);
      if (last) last.body += ` ${plain(token.raw)}`;
    }
  }
  return sections;
}

export interface Found {
  section: Section;
  /** A piece of the text around the words; empty if the heading has them. */
  around: string;
}

/** Headings that have all the words first, then texts that do. */
export function search(sections: Section[], query: string, most = 12): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const inHeading = sections.filter((section) => has(section.text)).map((section) => ({ section, around: '' }));
  const inBody = sections
    .filter((section) => !has(section.text) && has(`${section.text} ${section.body}`))
    .map((section) => {
      const at = section.body.toLowerCase().indexOf(words.find((word) => section.body.toLowerCase().includes(word)) ?? '');
      const from = Math.max(0, at - 40);
      return { section, around: `${from > 0 ? '…' : ''}${section.body.slice(from, at + 80).trim()}…` };
    });
  return [...inHeading, ...inBody].slice(0, most);
}

import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../../..')
const GUIDE = join(ROOT, 'docs/guida')

const read = (path: string) => readFileSync(path, 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match]) => match!)

const index = read(join(GUIDE, 'README.md'))
const pages = globSync(join(GUIDE, '*.md'))
  .filter((path) => basename(path) !== 'README.md')
  .map((path) => [basename(path), read(path)] as const)

test('every label that the guide shows in bold is a text of the program', () => {
  const sources = globSync(['web/src/**/*.{ts,tsx}', 'core/src/**/*.ts'], {
    cwd: ROOT,
    exclude: ['**/*.test.*', '**/testing/**'],
  })
  // Strings and JSX texts, or their beginning before a value.
  const texts = new Set(
    sources.flatMap((path) =>
      read(join(ROOT, path))
        .split(/['"`<>{}]/)
        .map((text) =>
          text
            .replace(/[\s($]+$/, '')
            .trim()
            .replace(/\s+/g, ' ')
            .toLowerCase(),
        ),
    ),
  )
  const unknown = pages.flatMap(([name, text]) =>
    matches(text, /\*\*(.+?)\*\*/g)
      .filter((label) => !texts.has(label.toLowerCase()))
      .map((label) => `${name}: ${label}`),
  )

  expect(unknown).toEqual([])
})

test('the index names each page once, by its title, and every link leads to a page', () => {
  const titles = pages.map(([name, text]) => `[${matches(text, /^# (.+)$/gm)[0]}](${name})`)

  expect(matches(index, /^- (.+)$/gm).sort()).toEqual(titles.sort())
  const names = pages.map(([name]) => name)
  for (const [name, text] of pages)
    for (const target of matches(text, /\]\(([^)]+\.md)\)/g)) expect(names, name).toContain(target)
})

test('every link to the guide leads to a page', () => {
  const links = globSync('web/src/admin/**/*.tsx', { cwd: ROOT }).flatMap((path) => [
    ...matches(read(join(ROOT, path)), /<GuideLink page="([^"]+)"/g),
    ...matches(read(join(ROOT, path)), /\bguide(?:=|: )["']([^"']+)["']/g),
  ])
  const names = pages.map(([name]) => name)

  expect(links.length).toBeGreaterThan(20)
  for (const link of links) expect(names).toContain(`${link}.md`)
})

test('every page has one picture of at most 60 kB', () => {
  for (const [name, text] of pages) {
    const [picture, ...others] = matches(text, /^!\[.+\]\((.+)\)$/gm)

    expect([picture, ...others], name).toEqual([`immagini/${name.replace('.md', '.webp')}`])
    expect(statSync(join(GUIDE, picture!)).size, name).toBeLessThanOrEqual(60_000)
  }
})

test.for(pages)('%s has 80 to 250 words', ([, text]) => {
  const words = text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').split(/\s+/)

  expect(words.length).toBeGreaterThanOrEqual(80)
  expect(words.length).toBeLessThanOrEqual(250)
})

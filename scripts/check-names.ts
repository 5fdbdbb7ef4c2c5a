import { globSync, readFileSync } from 'node:fs'

// Refuses names that do not say what they mean outside their file: see 'Style' in CONTRIBUTING.md.

/** Names of the language and of the test runner. */
const ALLOWED =
  /^(indexOf|lastIndexOf|valueOf|getPrototypeOf|supportedValuesOf|expectTypeOf|toEqualTypeOf|toBeInstanceOf|toBeOneOf)$/

const RULES = [
  {
    pattern: /\b[A-Za-z]\w*[a-z]Of\b/,
    advice: 'a function is a verb or the noun it returns, such as formatWhen or toSlot',
  },
  { pattern: /\bMOST(_\w+)?\b/, advice: 'a limit is called MAX_…' },
  { pattern: /\b(?:type|interface) (?:Options|Parts|Texts)\b/, advice: 'a type says what it is outside its file' },
  {
    pattern: /\b(?:const|let|function\*?) (?:made|known|shown|found|given|held|own|kept|left|asked)\b/,
    advice: 'a variable is a noun, such as createdBooking',
  },
  {
    pattern:
      /^(?:export )?(?:async )?(?:function\*? |const )(?!need|feed|seed|speed)[a-z]+ed\b(?=[<(]| = (?:async )?(?:\(|\w+ =>))/,
    advice: 'a function is a verb or the noun it returns, such as capitalize or damagedFileError',
  },
]

/** Comments and texts between quotes may contain any word. */
const withoutTexts = (line: string) => line.replace(/^\s*(\/\/|\/?\*).*|\s\/\/ .*|'(?:[^'\\]|\\.)*'/g, '')

const files = globSync('{core,postgres,server,web,e2e,bench,chaos,test-support,scripts}/**/*.{ts,tsx}', {
  exclude: ['**/node_modules/**', 'scripts/check-names.ts'],
})
for (const file of files) {
  for (const [i, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    for (const { pattern, advice } of RULES) {
      const names = withoutTexts(line).match(new RegExp(pattern, 'g')) ?? []
      for (const name of names.filter((name) => !ALLOWED.test(name))) {
        console.error(`${file}:${i + 1}: ${name}: ${advice}`)
        process.exitCode = 1
      }
    }
  }
}

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** React Aria brings its words in 34 languages; people here read one. */
const onlyItalian: Plugin = {
  name: 'only-italian',
  load: {
    filter: {
      id: /\/react-(aria|stately|aria-components)\/dist\/private\/(.+\/)?intl\/(.+\/)?(?!it-IT)[a-z]{2}-[A-Z]{2}\.mjs$/,
    },
    handler: () => 'export default {}',
  },
}

/** What an endpoint says of itself is for its readers; no browser asks. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  enforce: 'pre',
  transform: {
    filter: { id: /\.endpoints\.ts$/ },
    handler: (code) => code.replace(/^ *summary: .*\n/gm, ''),
  },
}

export default defineConfig({
  plugins: [withoutSummaries, react(), onlyItalian],
  // It knows @custom-media, by which breakpoints have their names.
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  // The policy of the pages allows no inline fonts or pictures.
  build: { assetsInlineLimit: 0, target: 'baseline-widely-available', modulePreload: { polyfill: false } },
})

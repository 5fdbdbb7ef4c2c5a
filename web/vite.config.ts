import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { coreInBrowsers } from './core-in-browsers.ts'

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

export default defineConfig({
  plugins: [react(), coreInBrowsers, onlyItalian],
  // It knows @custom-media, by which breakpoints have their names.
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  build: {
    // The policy of the pages allows no inline fonts or pictures.
    assetsInlineLimit: 0,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
  },
})

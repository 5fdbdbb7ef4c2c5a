import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // The policy of the pages allows no inline fonts or pictures.
  build: { assetsInlineLimit: 0, target: 'baseline-widely-available', modulePreload: { polyfill: false } },
})

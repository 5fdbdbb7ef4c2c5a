import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { PageAssets, SiteAssets } from '@prenoto/core/pages/page-data.ts'
import type { Manifest } from 'vite'

/** Modules that every screen of the back office loads after its first paint. */
const LATER = ['src/admin/notifications/notifications-panel.tsx', 'src/admin/customers/customer-search.tsx']
const SITE_PAGES = 'src/site/pages/'

/** Reads from Vite's manifests in `dist/client/.vite` which files each page loads. Throws when the web is not built. */
export async function readAssets(clientFolder: string): Promise<SiteAssets> {
  const read = async (name: string): Promise<Manifest> =>
    JSON.parse(await readFile(join(clientFolder, '.vite', `${name}.json`), 'utf8'))
  const site = await read('site')
  const admin = await read('admin')
  const shared = assetsOf(site, 'src/site/entry-public.tsx')
  const pages = Object.keys(site).filter((name) => name.startsWith(SITE_PAGES))
  return {
    public: shared,
    admin: assetsOf(admin, 'src/admin/entry-admin.tsx', LATER),
    pages: Object.fromEntries(
      pages.map((name) => [basename(name, '.tsx'), less(scriptsOf(site, name), shared.scripts)]),
    ),
  }
}

function assetsOf(manifest: Manifest, entry: string, laterModules: string[] = []): PageAssets {
  const scripts = scriptsOf(manifest, entry)
  const fonts = Object.values(manifest).filter(({ file }) => file.endsWith('.woff2'))
  return {
    scripts,
    styles: [`/${manifest['style.css']!.file}`],
    preloads: fonts.map(({ file }) => `/${file}`),
    later: less([...new Set(laterModules.flatMap((name) => scriptsOf(manifest, name)))], scripts),
  }
}

/** The file of a module and those of everything that it imports, each once. */
function scriptsOf(manifest: Manifest, name: string, found = new Set<string>()): string[] {
  const { file, imports = [] } = manifest[name]!
  const script = `/${file}`
  if (!found.has(script)) {
    found.add(script)
    for (const imported of imports) scriptsOf(manifest, imported, found)
  }
  return [...found]
}

const less = (scripts: string[], known: string[]) => scripts.filter((script) => !known.includes(script))

import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { PageAssets, SiteAssets } from '@prenoto/core/pages/page-data.ts'
import type { Manifest } from 'vite'

const SITE_PAGES = 'src/site/pages/'

/** Reads the files of each page from Vite's manifests in `dist/client/.vite`. Throws if the web is not built. */
export async function readAssets(clientFolder: string): Promise<SiteAssets> {
  const read = async (name: string): Promise<Manifest> =>
    JSON.parse(await readFile(join(clientFolder, '.vite', `${name}.json`), 'utf8'))
  const site = await read('site')
  const signUp = await read('sign-up')
  const admin = await read('admin')
  const shared = listAssets(site, 'src/site/entry-public.tsx')
  const pages = Object.keys(site).filter((name) => name.startsWith(SITE_PAGES))
  return {
    public: shared,
    signUp: listAssets(signUp, 'src/site/entry-sign-up.tsx'),
    admin: listAssets(admin, 'src/admin/entry-admin.tsx'),
    pages: Object.fromEntries(
      pages.map((name) => [
        basename(name, '.tsx'),
        listScripts(site, name).filter((script) => !shared.scripts.includes(script)),
      ]),
    ),
  }
}

function listAssets(manifest: Manifest, entry: string): PageAssets {
  const fonts = Object.values(manifest).filter(({ file }) => file.endsWith('.woff2'))
  return {
    scripts: listScripts(manifest, entry),
    styles: [`/${manifest['style.css']!.file}`],
    preloads: fonts.map(({ file }) => `/${file}`),
  }
}

/** The files of a module and its imports, without duplicates. */
function listScripts(manifest: Manifest, name: string, scripts = new Set<string>()): string[] {
  const { file, imports = [] } = manifest[name]!
  const script = `/${file}`
  if (!scripts.has(script)) {
    scripts.add(script)
    for (const imported of imports) listScripts(manifest, imported, scripts)
  }
  return [...scripts]
}

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageAssets, PageData, RenderedPage, RenderPage, SiteAssets } from '@prenoto/core/pages/page-data.ts'
import type { FastifyInstance } from 'fastify'
import { readAssets } from './page-assets.ts'

export const WEB_ROOT = join(import.meta.dirname, '../../../../web')
/** The output of `web/build.ts` for browsers. */
export const CLIENT = join(WEB_ROOT, 'dist/client')
export const BUILT_ASSETS = join(CLIENT, 'assets')

/** `nonce`: allows the styles that the page's scripts add. */
type Render = (data: PageData, nonce?: string) => RenderedPage

/** Renders with the output of `web/build.ts`. Throws if it is missing. */
export async function builtRenderer(): Promise<Render> {
  const { render }: { render: RenderPage } = await import(
    pathToFileURL(join(WEB_ROOT, 'dist/server/entry-server.js')).href
  )
  const assets = await readAssets(CLIENT)
  return (data, nonce) => render(data, { nonce, assets })
}

/** Renders from the sources through Vite, with hot reload. */
export async function devRenderer(app: FastifyInstance) {
  const { createServer } = await import('vite')
  const vite = await createServer({ root: WEB_ROOT, appType: 'custom', server: { middlewareMode: true } })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done))

  const devAssets = (entry: string): PageAssets => ({
    scripts: ['/@vite/client', `/src/${entry}.tsx`],
    styles: [],
    preloads: [],
  })
  const assets: SiteAssets = {
    public: devAssets('site/entry-public'),
    signUp: devAssets('site/entry-sign-up'),
    admin: devAssets('admin/entry-admin'),
    pages: {},
  }
  return async (data: PageData, nonce?: string): Promise<RenderedPage> => {
    const { render } = (await vite.ssrLoadModule('/src/site/entry-server.tsx')) as { render: RenderPage }
    const { html, ...page } = render(data, { nonce, assets })
    return { ...page, html: await vite.transformIndexHtml(data.path, html) }
  }
}

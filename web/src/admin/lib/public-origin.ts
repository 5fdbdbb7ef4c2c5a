import type { PageData } from '@prenoto/core/pages/page-data.ts'

/** The origin of the canonical domain, as of the page's load. */
export function publicOrigin(): string {
  const { origin }: PageData = JSON.parse(document.getElementById('page-data')!.textContent)
  return origin
}

import type { HostMessage } from '@prenoto/core/pages/embedding.ts'

/** Height until the page reports its own, pixels. */
const INITIAL_HEIGHT = 600

/** Time for the page to report after it has loaded, milliseconds. On a site that may not embed it, it never does. */
const PATIENCE = 3_000

/** Space above a point that is scrolled to, pixels. */
const MARGIN = 16

/** The frame shows the list of services, or the service of `data-service`. */
const script = document.currentScript as HTMLScriptElement
const { origin } = new URL(script.src)
const { service } = script.dataset

const frame = document.createElement('iframe')
frame.src = `${origin}/client_service${service ? `/${encodeURIComponent(service)}/booking` : ''}?da=sito`
frame.title = 'Prenotazioni online'
frame.lang = 'it'
Object.assign(frame.style, { display: 'block', width: '100%', height: `${INITIAL_HEIGHT}px`, border: '0' })

/** In place of the frame. */
const link = document.createElement('a')
link.href = frame.src
link.lang = 'it'
link.textContent = 'Prenota online'

let loadedPages = 0

function replaceByLink() {
  if (loadedPages > 0) return
  frame.style.display = 'none'
  frame.after(link)
}

/** Scrolls the host page until this point of the frame, pixels from its top, is at the top of the window. */
function show(top: number) {
  const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  frame.style.scrollMarginTop = `${MARGIN - top}px`
  frame.scrollIntoView({ block: 'start', behavior: reducesMotion ? 'auto' : 'smooth' })
}

addEventListener('message', (event: MessageEvent<HostMessage>) => {
  if (event.origin !== origin || event.source !== frame.contentWindow) return
  const message = event.data
  if (message.prenoto === 'height') frame.style.height = `${message.height}px`
  if (message.prenoto === 'show') show(message.top)
  if (message.prenoto === 'page') {
    loadedPages += 1
    // It may only have been slow.
    link.remove()
    frame.style.display = 'block'
    // The previous page may have been longer, so that the new one is above the window.
    if (loadedPages > 1 && frame.getBoundingClientRect().top < 0) show(0)
  }
})

frame.addEventListener('load', () => setTimeout(replaceByLink, PATIENCE), { once: true })
script.after(frame)

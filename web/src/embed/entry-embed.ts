import type { HostMessage } from '@prenoto/core/pages/embedding.ts'

/** Height until the page reports its own, pixels. */
const INITIAL_HEIGHT = 600

/** Space above a point that is scrolled to, pixels. */
const MARGIN = 16

/** The frame shows the list of services, or the service of `data-service`. */
const script = document.currentScript as HTMLScriptElement
const { origin } = new URL(script.src)
const { service } = script.dataset

const frame = document.createElement('iframe')
frame.src = origin + (service ? `/client_service/${encodeURIComponent(service)}/booking` : '/client_service')
frame.title = 'Prenotazioni online'
frame.lang = 'it'
Object.assign(frame.style, { display: 'block', width: '100%', height: `${INITIAL_HEIGHT}px`, border: '0' })

let loadedPages = 0

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
    // The previous page may have been longer, so that the new one is above the window.
    if (loadedPages > 1 && frame.getBoundingClientRect().top < 0) show(0)
  }
})

script.after(frame)

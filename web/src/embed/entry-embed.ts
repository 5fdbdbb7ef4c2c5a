import type { HostMessage } from '@prenoto/core/pages/embedding.ts'

/** Until the page has told how high it is, pixels. */
const FIRST_HEIGHT = 600

/** What is left above what is scrolled to, pixels. */
const MARGIN = 16

/** Where it stands on the site of a business, the list shows, or the service of its `data-service`. */
const script = document.currentScript as HTMLScriptElement
const { origin } = new URL(script.src)
const { service } = script.dataset

const frame = document.createElement('iframe')
frame.src = origin + (service ? `/client_service/${encodeURIComponent(service)}/booking` : '/client_service')
frame.title = 'Prenotazioni online'
frame.lang = 'it'
Object.assign(frame.style, { display: 'block', width: '100%', height: `${FIRST_HEIGHT}px`, border: '0' })

let pages = 0

/** Scrolls whatever has to be scrolled until this point of the frame is at the top. */
function show(top: number) {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  frame.style.scrollMarginTop = `${MARGIN - top}px`
  frame.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' })
}

addEventListener('message', (event: MessageEvent<HostMessage>) => {
  if (event.origin !== origin || event.source !== frame.contentWindow) return
  const message = event.data
  if (message.prenoto === 'height') frame.style.height = `${message.height}px`
  if (message.prenoto === 'show') show(message.top)
  if (message.prenoto === 'page') {
    pages += 1
    // The page before may have been longer: whoever has followed a link sees where it led.
    if (pages > 1 && frame.getBoundingClientRect().top < 0) show(0)
  }
})

script.after(frame)

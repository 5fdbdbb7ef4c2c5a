/** Makes happy-dom behave as browsers do where the back office depends on it. */
export function repairDom() {
  // happy-dom dispatches `selectionchange` at once, even if nothing changes, so a listener that collapses the selection
  // would call itself for ever.
  const { collapse } = Selection.prototype
  Selection.prototype.collapse = function (node, offset = 0) {
    if (this.isCollapsed && this.anchorNode === node && this.anchorOffset === offset) return
    collapse.call(this, node, offset)
  }
  globalThis.Image = MeasuredImage as unknown as typeof Image
}

const blobs = new Map<string, Blob>()
const { createObjectURL } = URL
URL.createObjectURL = (blob: Blob) => {
  const address = createObjectURL.call(URL, blob)
  blobs.set(address, blob)
  return address
}

/** An image that reads its size from the header of a PNG; any other content fails to load. */
class MeasuredImage {
  naturalWidth = 0
  naturalHeight = 0
  onload = () => {}
  onerror = () => {}

  set src(address: string) {
    blobs
      .get(address)!
      .slice(0, 24)
      .arrayBuffer()
      .then((bytes) => {
        const header = new DataView(bytes)
        if (header.byteLength < 24 || header.getUint32(0) !== 0x89504e47) return this.onerror()
        this.naturalWidth = header.getUint32(16)
        this.naturalHeight = header.getUint32(20)
        this.onload()
      })
  }
}

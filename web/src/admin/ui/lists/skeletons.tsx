/** Placeholders of loading items; the height is in pixels. */
export function Skeletons({ count, height, className }: { count: number; height: number; className?: string }) {
  return (
    <div role="status" aria-label="Caricamento in corso" className={className}>
      {Array.from({ length: count }, (_, i) => i).map((item) => (
        <span key={item} className="block rounded-m sunken" style={{ height }} />
      ))}
    </div>
  )
}

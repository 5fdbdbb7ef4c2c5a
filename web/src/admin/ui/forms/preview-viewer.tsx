import { useQuery } from '@tanstack/react-query'
import { FileText, ImageOff, LoaderCircle, type LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import { apiFile } from '../../../lib/api-client.ts'
import styles from './forms.module.css'

/** A file that requires authentication, read once per address. */
const fileQuery = (url: string) => ({
  queryKey: ['files', url],
  queryFn: async () => {
    const blob = await apiFile(url)
    return { type: blob.type, address: URL.createObjectURL(blob) }
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  meta: { isSilent: true },
})

/** Confidential files are never cached. */
const CONFIDENTIAL = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false }

type PreviewViewerProps = {
  url: string
  alt: string
  Fallback?: LucideIcon
  /** The browser forgets the file when the viewer is closed. */
  isConfidential?: boolean
}

/** Shows an image or PDF that requires authentication, or an icon if it cannot be shown. */
export function PreviewViewer({ url, alt, Fallback = ImageOff, isConfidential = false }: PreviewViewerProps) {
  const {
    data: file,
    isPending,
    isError,
  } = useQuery({
    ...fileQuery(url),
    ...(isConfidential && CONFIDENTIAL),
    enabled: url !== '',
  })
  const address = file?.address
  useEffect(() => {
    if (isConfidential && address) return () => URL.revokeObjectURL(address)
  }, [isConfidential, address])

  if (url === '' || isError)
    return (
      <span
        className={`grid w-full place-center sunken muted ${styles.box}`}
        role="img"
        aria-label={alt}
        aria-hidden={alt === '' || undefined}
      >
        <Fallback className={styles.icon} aria-hidden="true" />
      </span>
    )

  if (isPending)
    return (
      <span
        className={`grid w-full place-center sunken muted ${styles.box}`}
        role="status"
        aria-label="Caricamento in corso"
      >
        <LoaderCircle className={styles.spinner} aria-hidden="true" />
      </span>
    )

  if (file.type === 'application/pdf')
    return (
      <div className="grid gap-2">
        <a href={file.address} target="_blank" rel="noreferrer" className="inline-row gap-2 touch medium">
          <FileText size={18} aria-hidden="true" />
          Visualizza il PDF
        </a>
        <iframe src={file.address} title={alt} className={`w-full border rounded-s ${styles.frame}`} />
      </div>
    )

  return <img src={file.address} alt={alt} className={styles.image} />
}

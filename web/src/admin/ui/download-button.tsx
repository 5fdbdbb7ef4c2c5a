import type { Endpoint } from '@prenoto/core/contract/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { apiDownload } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { reportFailure } from '../../ui/report-failure.ts'
import { saveFile } from '../lib/save-file.ts'

type DownloadButtonProps = {
  text: string
  endpoint: Endpoint & { produces: string }
  params?: object
  query?: object
  look?: 'primary' | 'quiet'
}

/** Downloads the file of an endpoint; leaving the page aborts the download. */
export function DownloadButton({ text, endpoint, params, query, look = 'quiet' }: DownloadButtonProps) {
  const abort = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    abort.current = controller
    return () => controller.abort()
  }, [])

  const { mutate: download, isPending } = useMutation({
    mutationFn: () => apiDownload(endpoint, { params, query, signal: abort.current!.signal }),
    onSuccess: ({ content, name }) => saveFile(content, name),
    onError: (error) => {
      if (!abort.current!.signal.aborted) reportFailure(error)
    },
  })

  return (
    <Button look={look} loading={isPending} onClick={() => download()}>
      <Download size={18} aria-hidden="true" />
      <span>{text}</span>
    </Button>
  )
}

import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { getInitial } from '@prenoto/core/configuration/initial.ts'
import { useEffect, useRef, useState } from 'react'
import styles from './logo.module.css'

/** The logo of the business; its initial and name if there is none or it cannot be loaded. */
export function Logo({ configuration: { app_logo, app_name } }: { configuration: Configuration }) {
  const picture = useRef<HTMLImageElement>(null)
  const [failed, setFailed] = useState('')

  // The picture may have failed to load before hydration.
  useEffect(() => {
    if (picture.current?.complete && picture.current.naturalWidth === 0) setFailed(app_logo)
  }, [app_logo])

  if (app_logo && failed !== app_logo)
    return (
      // Low priority, so that text and font load first.
      <img
        ref={picture}
        className={styles.picture}
        src={app_logo}
        alt={app_name}
        fetchPriority="low"
        onError={() => setFailed(app_logo)}
      />
    )
  return (
    <span className={styles.wordmark} translate="no">
      <span className={styles.initial} aria-hidden="true">
        {getInitial(app_name)}
      </span>
      <span className={styles.name}>{app_name}</span>
    </span>
  )
}

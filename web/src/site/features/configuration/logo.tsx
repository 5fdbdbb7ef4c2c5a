import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { initialOf } from '@prenoto/core/configuration/initial.ts'
import { useEffect, useRef, useState } from 'react'
import styles from './logo.module.css'

/** The picture of the business or, as long as it has none or it does not come, its initial and its name. */
export function Logo({ configuration: { app_logo, app_name } }: { configuration: Configuration }) {
  const picture = useRef<HTMLImageElement>(null)
  const [failed, setFailed] = useState('')

  // It may have failed before the page came alive.
  useEffect(() => {
    if (picture.current?.complete && picture.current.naturalWidth === 0) setFailed(app_logo)
  }, [app_logo])

  if (app_logo && failed !== app_logo)
    return (
      // Low priority: the words of the page come first.
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
    <span className={styles.wordmark}>
      <span className={styles.initial} aria-hidden="true">
        {initialOf(app_name)}
      </span>
      <span className={styles.name}>{app_name}</span>
    </span>
  )
}

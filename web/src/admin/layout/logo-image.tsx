import { useState } from 'react'
import { favicon } from '../../lib/brand.ts'
import { useConfiguration } from '../features/configuration/configuration.queries.ts'
import styles from './logo-image.module.css'

/** The logo of the business; its initial on its colour where there is none or it cannot be read. */
export function LogoImage() {
  const configuration = useConfiguration()
  const { app_logo, app_name } = configuration
  const [failed, setFailed] = useState<string>()
  const isThere = app_logo !== '' && app_logo !== failed
  return (
    <img
      className={styles.logo}
      src={isThere ? app_logo : favicon(configuration)}
      alt={app_name}
      onError={isThere ? () => setFailed(app_logo) : undefined}
    />
  )
}

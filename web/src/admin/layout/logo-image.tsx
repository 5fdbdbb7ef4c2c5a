import { useState } from 'react'
import { favicon } from '../../lib/brand.ts'
import { useConfiguration } from '../features/configuration/configuration.queries.ts'
import styles from './layout.module.css'

/** The logo of the business, or the generated icon if there is none or it fails to load. */
export function LogoImage() {
  const configuration = useConfiguration()
  const { app_logo, app_name } = configuration
  const [failed, setFailed] = useState<string>()
  const hasLogo = app_logo !== '' && app_logo !== failed
  return (
    <img
      className={styles.logo}
      src={hasLogo ? app_logo : favicon(configuration)}
      alt={app_name}
      onError={hasLogo ? () => setFailed(app_logo) : undefined}
    />
  )
}

import type { Configuration } from './configuration-schema.ts'

/** A business is set up once its primary colour has been chosen. */
export const isComplete = (configuration: Pick<Configuration, 'app_primary_color'>) =>
  configuration.app_primary_color !== ''

import {
  readPreviousPrivacyText,
  readPrivacyText,
  readProvider,
  updatePrivacyText,
} from '@prenoto/core/privacy/privacy.endpoints.ts'
import type { Provider } from '@prenoto/core/privacy/processing-texts.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { changePrivacyText, currentPrivacyText } from './change-privacy-text.ts'
import { readPreviousPrivacyText as readPrevious } from './shown-privacy-text.ts'

export function privacyRoutes(app: FastifyInstance, provider: Provider) {
  implement(app, readProvider, async () => provider)
  implement(app, readPrivacyText, (ctx) => currentPrivacyText(ctx))
  implement(app, readPreviousPrivacyText, (ctx, { params }) => readPrevious(ctx, params.version))
  implement(app, updatePrivacyText, (ctx, { body }) => changePrivacyText(ctx, body))
}

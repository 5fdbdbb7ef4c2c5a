import { type TextChannelName, textChannels } from '@prenoto/core/text-messages/text-channels.ts'
import * as endpoints from '@prenoto/core/text-messages/text-messages.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import type { TextChannelSettings } from '../../settings/text-channels.ts'
import { changeSettings, readSettings } from './settings.ts'

export const configuredChannels = (settings: TextChannelSettings) => textChannels.filter((channel) => settings[channel])

export function textMessageRoutes(app: FastifyInstance, available: TextChannelName[]) {
  implement(app, endpoints.readTextSettings, (ctx) => readSettings(ctx, available))
  implement(app, endpoints.updateTextSettings, (ctx, { body }) => changeSettings(ctx, body, available))
}

/** Leaves nothing running behind whoever ends the storm before its time; told twice, it just ends. */
export function disposeOnSignals(parts: AsyncDisposableStack) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => parts.disposeAsync().finally(() => process.exit(1)))
}

/** Builds what `npm start` serves and runs, wherever its sources have changed: one after the other, since each takes what memory there is. */
await import('../web/build.ts')
await import('../server/build.ts')

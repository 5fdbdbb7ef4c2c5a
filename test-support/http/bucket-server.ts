import S3rver from 's3rver'

/** Opens a server of S3 on a free port, with the bucket `prenoto` in the folder. */
export async function openBucketServer(directory: string) {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'prenoto', configs: [] }],
  })
  const { port } = await server.run()
  return {
    /** The settings of an installation that stores its files there. */
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'prenoto',
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    close: () => server.close(),
  }
}

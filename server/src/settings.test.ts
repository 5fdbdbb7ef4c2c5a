import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const bucket = {
  S3_ENDPOINT: 'https://s3.example.com/',
  S3_BUCKET: 'prenoto',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
}

describe('the bucket for uploads', () => {
  test('is absent unless it is set', () => {
    expect(readSettings({}).bucket).toBeUndefined()
  })

  test('has an address of its own', () => {
    expect(readSettings(bucket).bucket).toEqual({
      endpoint: 'https://s3.example.com/prenoto',
      region: 'auto',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    })
    expect(readSettings({ ...bucket, S3_REGION: 'eu-south-1' }).bucket).toMatchObject({ region: 'eu-south-1' })
  })

  test('is set completely: what is missing is named', () => {
    expect(() => readSettings({ S3_BUCKET: 'prenoto', S3_ACCESS_KEY_ID: 'key', S3_REGION: 'x' })).toThrow(
      'S3_ENDPOINT: needed to keep uploads in a bucket\nS3_SECRET_ACCESS_KEY: needed to keep uploads in a bucket',
    )
  })
})

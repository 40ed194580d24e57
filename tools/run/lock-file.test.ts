import { expect, test } from 'vitest'
import { completeLock, registryAddresses } from './lock-file.ts'

const lint = {
  version: '1.0.0',
  dev: true,
  optionalDependencies: { '@lint/linux-arm64-musl': '1.0.0', '@lint/darwin-x64': '1.0.0' },
}
const lock = (packages: object): string => `${JSON.stringify({ lockfileVersion: 3, packages }, undefined, 2)}\n`

test('given a lock file without some platform builds, then it gets an entry for each that npm installs only there', () => {
  const completed = completeLock(
    lock({ '': {}, 'node_modules/@lint/darwin-x64': { version: '1.0.0' }, 'node_modules/lint': lint }),
  )

  expect(JSON.parse(completed)).toEqual({
    lockfileVersion: 3,
    packages: {
      '': {},
      'node_modules/@lint/darwin-x64': { version: '1.0.0' },
      'node_modules/@lint/linux-arm64-musl': {
        version: '1.0.0',
        cpu: ['arm64'],
        dev: true,
        libc: ['musl'],
        optional: true,
        os: ['linux'],
      },
      'node_modules/lint': lint,
    },
  })
  expect(completeLock(completed)).toBe(completed)
})

test('given a registry address in a lock file, then it is reported, and links between workspaces are not', () => {
  const text = lock({
    'node_modules/@portal/web': { resolved: 'web', link: true },
    'node_modules/lint': { resolved: 'https://registry.example/lint.tgz' },
  })

  expect(registryAddresses(text)).toEqual(['https://registry.example/lint.tgz'])
})

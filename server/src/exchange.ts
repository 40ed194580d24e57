import { folderExchange } from './adapters/file-exchange/folder.ts'
import type { ExchangePlace } from './adapters/file-exchange/port.ts'
import { sftpExchange } from './adapters/file-exchange/sftp.ts'
import { WrongSetting, readCommandConfig } from './settings/config.ts'

/** @throws WrongSetting */
export function readExchange(): ExchangePlace {
  const { EXCHANGE_URL: address, EXCHANGE_KEY: privateKey, EXCHANGE_PASSWORD: password, ...given } = readCommandConfig()
  if (address === undefined) throw new WrongSetting('Settings: EXCHANGE_URL is missing. See docs/operations.md.')
  const folders = {
    fetchFolder: given.EXCHANGE_FETCH_FOLDER,
    deliverFolder: given.EXCHANGE_DELIVER_FOLDER,
    loadedFolder: given.EXCHANGE_LOADED_FOLDER,
  }
  if (address.startsWith('/')) return { ...folders, open: async () => folderExchange(address) }
  const { EXCHANGE_HOST_KEY: hostKeys = [] } = given
  if (hostKeys.length === 0 || (privateKey ?? password) === undefined)
    throw new WrongSetting(
      'Settings: with sftp, EXCHANGE_HOST_KEY and EXCHANGE_KEY or EXCHANGE_PASSWORD are needed. See docs/operations.md.',
    )
  const { hostname: host, port, username } = new URL(address)
  const login = { host, port: Number(port || 22), username: decodeURIComponent(username), privateKey, password }
  return { ...folders, open: async () => await sftpExchange({ ...login, hostKeys }) }
}

/** The local folder of billing files. @throws WrongSetting */
export function readBillingFolder(): string {
  const { BILLING_FOLDER } = readCommandConfig()
  if (BILLING_FOLDER === undefined)
    throw new WrongSetting('Settings: BILLING_FOLDER is missing. See docs/operations.md.')
  return BILLING_FOLDER
}

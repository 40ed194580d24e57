export interface ExchangedFile {
  name: string
  bytes: number
  /** In milliseconds. */
  modifiedAt: number
}

/** Folders of another system, at a host or on a share. Each call throws ExchangeFailed when it did not happen. */
export interface FileExchange {
  /** Files alone, no folders. */
  list(folder: string): Promise<ExchangedFile[]>
  /** @param to a path on this machine */
  fetch(path: string, to: string): Promise<void>
  /** Replaces what is there. */
  write(path: string, text: string): Promise<void>
  /** Fails where the new name is taken, or replaces it: hosts differ. */
  rename(from: string, to: string): Promise<void>
  close(): void
}

/** Where files are carried to and from. */
export interface ExchangePlace {
  /** @throws ExchangeFailed */
  open(): Promise<FileExchange>
  /** Over there. */
  fetchFolder: string
  deliverFolder: string
  /** To which the billing system moves what it has loaded. */
  loadedFolder: string | undefined
}

/** The message is a sentence for an operator. */
export class ExchangeFailed extends Error {
  override readonly name = 'ExchangeFailed'
}

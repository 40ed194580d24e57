// The part of the Trusted Types API that is used here; TypeScript's own library does not have it yet.
interface TrustedTypePolicyFactory {
  // The result is really an opaque object; it may only be passed on to where the URL of a script is expected.
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

declare var trustedTypes: TrustedTypePolicyFactory | undefined

import { accessSync, constants } from 'node:fs'
import { chromium } from '@playwright/test'

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** A Chromium the tests can drive: Playwright's own where it was installed, else the system's. */
export function findBrowser(): string | undefined {
  return [chromium.executablePath(), ...SYSTEM].find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false // absent or not for us: the next one
  }
}

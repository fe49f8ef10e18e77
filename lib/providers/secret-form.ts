/** What is wrong with a secret that stands as plain text, or null. Most wrong ones are a slip of the clipboard. */
export function checkTextSecret(value: string): string | null {
  if (value.trim() === '') return 'The secret is empty.'
  if (value !== value.trim()) return 'The secret begins or ends with white space or a line break.'
  if (!value.isWellFormed()) return 'The secret is not valid Unicode text.'
  return null
}

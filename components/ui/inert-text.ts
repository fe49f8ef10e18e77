/**
 * Characters that can make text look like other text: direction controls, invisible and control characters. They are
 * shown as their code points, so that what a person reads is what was sent.
 */
const deceiving = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu

/** One line of foreign text, safe to read. */
export function inertText(text: string): string {
  return text.toWellFormed().replace(deceiving, visible)
}

/** The same for text of many lines: line feeds and tabs stay. */
export function inertLines(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(deceiving, (character) => (character === '\n' || character === '\t' ? character : visible(character)))
}

function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/** Cuts a long value in the middle: both ends tell ids apart. */
export function cutMiddle(text: string, most: number): string {
  const characters = [...text]
  if (characters.length <= most) return text
  const tail = Math.floor((most - 1) / 3)
  return `${characters.slice(0, most - 1 - tail).join('')}…${characters.slice(characters.length - tail).join('')}`
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accentTones, contrastWithPage } from './accent-tones.ts'
import { contrastOf, hexOf, hslOf } from './color.ts'

const surfaces = { light: ['#ffffff', '#f7f8fa', '#f2f3f6'], dark: ['#101216', '#181b21', '#1c2027'] } as const

/** Every 32nd step of each channel. */
const colors = Array.from({ length: 9 ** 3 }, (_, index) => {
  const channel = (place: number) => Math.min(255, (Math.floor(index / 9 ** place) % 9) * 32)
  return `#${[0, 1, 2].map((place) => channel(place).toString(16).padStart(2, '0')).join('')}`
})

test('whatever accent is chosen, text and controls of it can be read in both themes', () => {
  for (const color of colors) {
    const tones = accentTones(color)
    for (const theme of ['light', 'dark'] as const) {
      const { accent, fill, fillHover, onFill, selected } = tones[theme]
      for (const surface of [...surfaces[theme], selected])
        assert.ok(contrastOf(accent, surface) >= 4.5, `${color}: ${accent} as text on ${surface}`)
      for (const under of [fill, fillHover]) assert.ok(contrastOf(onFill, under) >= 4.5, `${color}: ${onFill} on ${under}`)
      for (const surface of surfaces[theme]) assert.ok(contrastOf(fill, surface) >= 3, `${color}: ${fill} as a control on ${surface}`)
      assert.ok(contrastOf(fillHover, surfaces[theme][0]) >= 3, `${color}: ${fillHover} while hovered`)
    }
  }
})

test('a colour that can be read stays as it is, any other keeps its hue', () => {
  assert.equal(accentTones('#4b4ac9').light.accent, '#4b4ac9')
  assert.equal(accentTones('#4b4ac9').light.fill, '#4b4ac9')
  const { light, dark } = accentTones('#ffcc00')
  assert.notEqual(light.accent, '#ffcc00')
  assert.equal(dark.accent, '#ffcc00')
  assert.ok(Math.abs(hslOf(light.accent).h - hslOf('#ffcc00').h) < 2)
  assert.equal(contrastWithPage('#ffcc00', 'light'), 1.5)
})

test('colours survive being turned into hue, saturation and lightness', () => {
  for (const color of ['#000000', '#ffffff', '#4b4ac9', '#ffcc00', '#123456', '#808080']) assert.equal(hexOf(hslOf(color)), color)
})

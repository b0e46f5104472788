import assert from 'node:assert/strict'
import { test } from 'node:test'
import { regionName } from './region-names.ts'
import { resourceTypeName } from './resource-type-names.ts'
import { sourceName } from './source-names.ts'
import { stateName } from './state-names.ts'

test('types are found in any case, and kinds of App Service told apart', () => {
  assert.equal(resourceTypeName('Microsoft.Compute/virtualMachines')?.sv, 'Virtuell dator')
  assert.equal(resourceTypeName('microsoft.web/sites', 'app,linux')?.en, 'App Service')
  assert.equal(resourceTypeName('Microsoft.Web/sites', 'functionapp,linux')?.en, 'Function App')
  assert.equal(resourceTypeName('contoso/till'), null)
})

test('states are read in the ways in which clouds write them', () => {
  for (const state of ['running', 'Running', 'VM running', 'PowerState/running']) assert.equal(stateName(state)?.sv, 'Körs', state)
  assert.equal(stateName('NotAssociated')?.en, 'Not in use')
  assert.equal(stateName('on fire'), null)
})

test('regions and sources have the names that their makers use', () => {
  assert.equal(regionName('swedencentral')?.en, 'Sweden Central')
  assert.equal(regionName('Sweden Central')?.sv, 'Sweden Central')
  assert.equal(sourceName('azure-monitor')?.en, 'Azure Monitor')
  assert.equal(sourceName('constructor'), null)
})

import { addressOf, type PropertiesByKind, reference, subnetOf } from './demo-property-source.ts'

export const networkProperties: PropertiesByKind = {
  networkInterface: ({ entity, idOf }) => ({
    macAddress: '00-0D-3A-6E-21-B4',
    enableAcceleratedNetworking: true,
    virtualMachine: reference(idOf(entity.name.replace('nic-', ''))),
    networkSecurityGroup: reference(idOf('nsg-servers')),
    ipConfigurations: [
      {
        name: 'primary',
        properties: {
          privateIPAddress: addressOf(entity.name),
          privateIPAllocationMethod: 'Static',
          subnet: subnetOf(idOf, 'snet-servers'),
        },
      },
    ],
  }),
  securityGroup: ({ idOf }) => ({
    securityRules: [
      {
        name: 'allow-https',
        properties: {
          priority: 100,
          direction: 'Inbound',
          access: 'Allow',
          protocol: 'Tcp',
          destinationPortRange: '443',
          sourceAddressPrefix: '10.64.0.0/16',
        },
      },
      {
        name: 'allow-exporter',
        properties: {
          priority: 110,
          direction: 'Inbound',
          access: 'Allow',
          protocol: 'Tcp',
          destinationPortRange: '9100',
          sourceAddressPrefix: '10.64.2.0/24',
        },
      },
      {
        name: 'deny-all',
        properties: {
          priority: 4096,
          direction: 'Inbound',
          access: 'Deny',
          protocol: '*',
          destinationPortRange: '*',
          sourceAddressPrefix: '*',
        },
      },
    ],
    subnets: [subnetOf(idOf, 'snet-servers')],
  }),
  gateway: ({ idOf }) => ({
    operationalState: 'Running',
    sku: { name: 'WAF_v2', tier: 'WAF_v2' },
    gatewayIPConfigurations: [{ name: 'gateway', properties: { subnet: subnetOf(idOf, 'snet-gateway') } }],
    frontendIPConfigurations: [{ name: 'public', properties: { publicIPAddress: reference(idOf('pip-appgw-webshop')) } }],
    sslCertificates: [
      {
        name: 'shop-nordan-example',
        properties: { keyVaultSecretId: 'https://kv-nordan-prod.vault.azure.net/secrets/shop-nordan-example' },
      },
    ],
    backendTargets: [reference(idOf('vm-web-01')), reference(idOf('vm-web-02'))],
    webApplicationFirewallConfiguration: { enabled: true, firewallMode: 'Prevention', ruleSetType: 'OWASP', ruleSetVersion: '3.2' },
  }),
  loadBalancer: ({ idOf }) => ({
    frontendIPConfigurations: [{ name: 'pos', properties: { privateIPAddress: '10.64.20.4', subnet: subnetOf(idOf, 'snet-pos') } }],
    backendAddressPools: [
      {
        name: 'pos',
        properties: {
          loadBalancerBackendAddresses: ['vm-pos-01', 'vm-pos-02'].map((name) => ({ name, properties: reference(idOf(name)) })),
        },
      },
    ],
    probes: [{ name: 'tcp-8443', properties: { protocol: 'Tcp', port: 8443, intervalInSeconds: 5, probeThreshold: 2 } }],
  }),
  firewall: ({ idOf }) => ({
    threatIntelMode: 'Deny',
    sku: { name: 'AZFW_VNet', tier: 'Premium' },
    ipConfigurations: [{ name: 'hub', properties: { privateIPAddress: '10.64.0.4', subnet: subnetOf(idOf, 'AzureFirewallSubnet') } }],
  }),
  vpn: ({ idOf }) => ({
    gatewayType: 'Vpn',
    vpnType: 'RouteBased',
    sku: { name: 'VpnGw2AZ', capacity: 2 },
    activeActive: true,
    ipConfigurations: [{ name: 'stores', properties: { subnet: subnetOf(idOf, 'GatewaySubnet') } }],
  }),
  network: () => ({
    addressSpace: { addressPrefixes: ['10.64.0.0/16'] },
    subnets: [
      'AzureFirewallSubnet',
      'GatewaySubnet',
      'snet-servers',
      'snet-apps',
      'snet-aks',
      'snet-pos',
      'snet-gateway',
      'snet-build',
    ].map((name, index) => ({
      name,
      properties: { addressPrefix: `10.64.${index * 8}.0/21`, provisioningState: 'Succeeded' },
    })),
    enableDdosProtection: true,
  }),
  publicAddress: ({ idOf }) => ({
    ipAddress: '20.240.17.83',
    publicIPAllocationMethod: 'Static',
    ipConfiguration: reference(idOf('appgw-webshop')),
  }),
}

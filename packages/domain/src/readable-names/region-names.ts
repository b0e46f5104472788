import { type ReadableName, readCatalogue } from './readable-name.ts'

const regions = readCatalogue(`
australiacentral | Australia Central
australiaeast | Australia East
australiasoutheast | Australia Southeast
austriaeast | Austria East
belgiumcentral | Belgium Central
brazilsouth | Brazil South
canadacentral | Canada Central
canadaeast | Canada East
centralindia | Central India
centralus | Central US
denmarkeast | Denmark East
eastasia | East Asia
eastus | East US
eastus2 | East US 2
francecentral | France Central
germanywestcentral | Germany West Central
global | Global | Globalt
indonesiacentral | Indonesia Central
israelcentral | Israel Central
italynorth | Italy North
japaneast | Japan East
japanwest | Japan West
koreacentral | Korea Central
malaysiawest | Malaysia West
mexicocentral | Mexico Central
newzealandnorth | New Zealand North
northcentralus | North Central US
northeurope | North Europe
norwayeast | Norway East
norwaywest | Norway West
polandcentral | Poland Central
qatarcentral | Qatar Central
southafricanorth | South Africa North
southcentralus | South Central US
southeastasia | Southeast Asia
southindia | South India
spaincentral | Spain Central
swedencentral | Sweden Central
swedensouth | Sweden South
switzerlandnorth | Switzerland North
switzerlandwest | Switzerland West
uaenorth | UAE North
uksouth | UK South
ukwest | UK West
westcentralus | West Central US
westeurope | West Europe
westindia | West India
westus | West US
westus2 | West US 2
westus3 | West US 3
eu-central-1 | Frankfurt (eu-central-1)
eu-central-2 | Zurich (eu-central-2)
eu-north-1 | Stockholm (eu-north-1)
eu-south-1 | Milan (eu-south-1)
eu-west-1 | Ireland (eu-west-1)
eu-west-2 | London (eu-west-2)
eu-west-3 | Paris (eu-west-3)
us-east-1 | N. Virginia (us-east-1)
us-east-2 | Ohio (us-east-2)
us-west-1 | N. California (us-west-1)
us-west-2 | Oregon (us-west-2)
europe-north1 | Finland (europe-north1)
europe-north2 | Stockholm (europe-north2)
europe-west1 | Belgium (europe-west1)
europe-west2 | London (europe-west2)
europe-west3 | Frankfurt (europe-west3)
europe-west4 | Netherlands (europe-west4)
`)

/** What a region of a cloud is called by that cloud; null where the catalogue does not know it. */
export const regionName = (region: string): ReadableName | null => regions.get(region.toLowerCase().replaceAll(' ', '')) ?? null

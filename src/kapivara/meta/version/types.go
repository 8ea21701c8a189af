// The version information of a server.
package version // import "k8s.io/apimachinery/pkg/version"

// The version of a server.
type Info struct {
	// The major version.
	Major string `json:"major"`
	// The minor version.
	Minor string `json:"minor"`
	// The major version that the server emulates.
	EmulationMajor string `json:"emulationMajor,omitempty"`
	// The minor version that the server emulates.
	EmulationMinor string `json:"emulationMinor,omitempty"`
	// The major version of the oldest compatible servers.
	MinCompatibilityMajor string `json:"minCompatibilityMajor,omitempty"`
	// The minor version of the oldest compatible servers.
	MinCompatibilityMinor string `json:"minCompatibilityMinor,omitempty"`
	// The version as a whole, such as v1.37.0.
	GitVersion string `json:"gitVersion"`
	// The commit that the server was built from.
	GitCommit string `json:"gitCommit"`
	// Whether the sources differed from that commit.
	GitTreeState string `json:"gitTreeState"`
	// When the server was built.
	BuildDate string `json:"buildDate"`
	// The version of Go that built the server.
	GoVersion string `json:"goVersion"`
	// The name of the compiler.
	Compiler string `json:"compiler"`
	// The operating system and the processor that it was built for.
	Platform string `json:"platform"`
}
